"""The chapter's own words that stand in no Markdown file: in English, and what they are in Chinese.

One door: `told`. Whoever brings another catalogue changes that function alone.
"""

from __future__ import annotations

from web.question.question import Question

LONGEST_CHARACTERS = 120  # of an answer
LANGUAGES = ("en", "zh")
#: Signs as wide as a Chinese character, and the same as narrow as a letter.
_HALF = {code + 0xFEE0: code for code in range(0x21, 0x7F)}
TAGS = {"en": "en", "zh": "zh-Hans"}  # as the attribute lang has them


def language(question: Question) -> str:
    """Return the language in which all is said: "en" or "zh"."""
    return "zh" if question.setting("lang") == "zh" else "en"


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
