"""The chapter's own words that stand in no Markdown file: in English, and what they are in Chinese.

One door: `told`. Whoever brings another catalogue changes that function alone.
"""

from __future__ import annotations

from typing import Any

LONGEST_CHARACTERS = 120  # of an answer
LANGUAGES = ("en", "zh")
#: Signs as wide as a Chinese character, and the same as narrow as a letter.
_HALF = {code + 0xFEE0: code for code in range(0x21, 0x7F)}
TAGS = {"en": "en", "zh": "zh-Hans"}  # as the attribute lang has them


def language(state: Any) -> str:
    """Return the language in which a state is seen: "en" or "zh"."""
    return "zh" if state.question.setting("lang") == "zh" else "en"


def told(language: str, text: str, **values: object) -> str:
    """Return a sentence of ours in a language, its {names} filled in.

    >>> told("en", "Square {square}", square=7), told("zh", "Check")
    ('Square 7', '检查')
    """
    said = CHINESE[text] if language == "zh" else text
    return said.format(**{name: _said(language, value) for name, value in values.items()})


def counted(language: str, count: int) -> str:
    """Return a whole number as it is read: in Chinese up to four digits stand together.

    >>> counted("en", 4096), counted("zh", 4096), counted("zh", 13267364410532)
    ('4,096', '4096', '13,267,364,410,532')
    """
    return str(count) if language == "zh" and abs(count) < 10_000 else f"{count:,}"


def half_width(text: str) -> str:
    """Return a text whose signs are those of ASCII, where a Chinese keyboard wrote wide ones."""
    return text.translate(_HALF)


def _said(language: str, value: object) -> str:
    return counted(language, value) if isinstance(value, int) else str(value)


CHINESE = {
    # The page
    "Lab": "实验室",
    "Chapter": "章节",
    "Sections": "小节",
    "Open in the lab": "在实验室中打开",
    "Back to the chapter": "回到章节",
    "Numbers as a table": "数据表",
    "The figures stay as they are: Python has not started in this browser.": (
        "Python 未能在此浏览器中启动，图保持现状。"
    ),
    # Figures
    "The board": "棋盘",
    "Its knight graph": "它的骑士图",
    "Square of the knight": "骑士所在的方格",
    "Square {square} is {name}. {count} moves, to {ends}: as many edges, to the same vertices.": (
        "第 {square} 格是 {name}。{count} 种走法，到 {ends}；图中有同样多的边，通向同样的顶点。"
    ),
    "Square": "方格",
    "Graph": "图",
    "Step": "单步",
    "Back": "后退",
    "Play": "播放",
    "Pause": "暂停",
    "Which": "选择",
    "Side of the board": "棋盘的边长",
    "Measure it here": "在这里测一测",
    "Measuring …": "正在测量……",
    "All {of} squares; the last is {name}.": "全部 {of} 格，最后一格是 {name}。",
    "One more move would lead back to the first: the tour is closed.": (
        "再走一步就回到第一格：这是一条闭合巡游。"
    ),
    "Square {step} of {of}: {name}.": "第 {step} 格（共 {of} 格）：{name}。",
    "Square {square}, {name}: degree {degree}, so {degree} dots in its row of {of} entries.": (
        "第 {square} 格 {name}：度为 {degree}，所以它那一行的 {of} 个元素中有 {degree} 个点。"
    ),
    "Degrees on the board": "棋盘上各格的度",
    "Its adjacency matrix: {fill} % full": "它的邻接矩阵：填充率 {fill}%",
    "Degree": "度",
    "Squares": "方格数",
    "Directed edges": "有向边",
    "Together": "合计",
    "The graph of six letters": "六个字母的图",
    "Step 0: nothing is visited yet; all is white.": "第 0 步：还没有访问任何顶点，全是白色。",
    "Step {step}: no move is left from {name}. Back; the path is {path}.": (
        "第 {step} 步：{name} 已经无路可走，退回。路径是 {path}。"
    ),
    "Step {step}: {name} is visited and turns gray. The path is {path}.": (
        "第 {step} 步：访问 {name}，它变成灰色。路径是 {path}。"
    ),
    "{board}: {count} squares, k = {k}, so the estimate is {size} visits.": (
        "{board}：{count} 格，k = {k}，估计要访问 {size} 次。"
    ),
    "Board": "棋盘",
    "k": "k",
    "Estimated visits": "估计的访问次数",
    "This browser has just visited {rate} squares a second. At that rate the estimate for"
    " 8 × 8 means {years} years.": (
        "这个浏览器刚才每秒访问了 {rate} 个方格。照这个速度，8 × 8 的估计值意味着 {years} 年。"
    ),
    "Estimated visits of the search tree, by the side of the board": (
        "搜索树的估计访问次数（按棋盘边长）"
    ),
    "Fewest onward moves first": "后续步数最少者优先",
    "Most onward moves first": "后续步数最多者优先",
    "Fewest first: {fewest}. Most first: {most}.": "最少优先：{fewest}。最多优先：{most}。",
    "Tried here from {tried} squares of 8 × 8, without ever going back: {tours} times a tour,"
    " in {seconds} seconds.": (
        "刚才在这里从 8 × 8 的 {tried} 个方格出发，一步不退："
        "{tours} 次走完巡游，用时 {seconds} 秒。"
    ),
    "a tour of all {count} squares": "走完全部 {count} 格",
    "stranded on {name} after {count} squares": "走过 {count} 格后困在 {name}",
    "{count} squares, now on {name}": "已走 {count} 格，现在在 {name}",
    "A closed tour by Jaenisch, 1862: the numbers of every row and every column add up to {sum}.": (
        "Jaenisch 的闭合巡游，1862 年：每行、每列的数加起来都是 {sum}。"
    ),
    "Turned by a quarter, this closed tour of {board} is itself.": (
        "把这条 {board} 的闭合巡游旋转四分之一圈，它还是它自己。"
    ),
    "A closed tour of {board} with {holes} squares cut out of the middle.": (
        "{board} 棋盘中央挖去 {holes} 格之后的一条闭合巡游。"
    ),
    "A closed tour of {board}, put together from tiles.": "由拼块拼成的 {board} 闭合巡游。",
    "Ties in order of squares": "并列时按编号",
    "Ties far from the centre (Roth)": "并列时远离中心（Roth）",
    "Degrees never updated": "度从不更新",
    "Starts": "起点数",
    "Starts from which the rule comes to a tour without going back, in %": (
        "一步不退就能走完巡游的起点所占的百分比"
    ),
    # Exercises
    "Your answer": "你的答案",
    "Check": "检查",
    "Question": "问题",
    "Right.": "正确。",
    "Not yet.": "还不对。",
    "{answer} is not a number. Write one in digits, such as 12 or 3.5.": (
        "“{answer}”不是数。请用数字填写，例如 12 或 3.5。"
    ),
    "{answer} is not a square of this board. Write a name such as b3, or click a square.": (
        "“{answer}”不是这个棋盘上的方格。请填写 b3 这样的名称，或者点击一个方格。"
    ),
    "{answer} is not one of the choices.": "“{answer}”不在选项之中。",
    "{answer} is not a formula in {name}: {why}.": "“{answer}”不是关于 {name} 的公式：{why}。",
    "For {name} = {value} your formula gives {got}, and the answer is {right}.": (
        "当 {name} = {value} 时，你的公式得 {got}，而正确的值是 {right}。"
    ),
    "it is empty": "内容为空",
    "it is too long": "内容太长",
    "{part} cannot stand there": "“{part}”不能出现在那里",
    "it ends too early": "公式不完整",
    "it divides by zero": "除数为零",
    "its numbers grow too large": "数值过大",
}
