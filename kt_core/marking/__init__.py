"""Homework that grades itself: a teacher's tests call the functions of a student's program.

What callers use (the command line and the page):

    suite.read_tests(text) -> Suite               the tests of a text; may raise ValueError
    session.marked(suite, test, answer, budget)   the result of a test, a MarkedTest; or the first
                                                  ProgramCall for which answer(call) returns None
    session.score(results) -> float               the weighted share of passed tests
    answer.reply_to(source, call) -> CallReply    the program's side: a run with its own budget
    ProgramCall.program(source) -> str            the program with only this call, to be watched

The tests and the program are never in one interpreter. A call crosses as `ProgramCall.to_json()`,
and its result as `CallReply.to_json()`: bounded texts, parsed strictly with `from_json`. So what a
program replaces, catches or prints changes its own results and nothing else. A caller that can
wait, such as the command line, answers each call at once. A caller that cannot, such as the page,
stores the replies and runs the test again until none is missing.

The parts, from the bottom: `values` are plain data as text, `setup` finds the statements that a
function needs, `calls` and `answer` make a call, `given` are the functions for tests, `suite` reads
tests, `hints` explain a failure, and `session` runs a test.
"""
