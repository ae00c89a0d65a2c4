"""Homework that grades itself: a teacher's tests call the functions of a student's program.

What callers use (the command line and the page):

    suite.read_tests(text) -> Suite               the tests of a text; may raise ValueError
    session.mark_test(suite, test, answer, budget)    a MarkedTest, the result of a test; or
                                                  the first ProgramCall without a reply, for which
                                                  answer(call) returned None
    session.score(results) -> float               the weighted share of passed tests
    calls.reply_to(source, call) -> CallReply    run the program with a budget for this call
    calls.run_call(source, call, settings, begins)    the same with the run, to watch it

The tests and the program never run in the same interpreter. A call is sent as
`ProgramCall.to_json()`, and its result as `CallReply.to_json()`: texts of limited length, which
`from_json` parses strictly. So a program that replaces, catches or prints something changes only
its own results. A caller that can wait, such as the command line, answers each call at once. A
caller that cannot wait, such as the page, stores the replies and runs the test again until no
reply is missing.

The modules, each of which uses only those before it: `values` converts plain data to text, `calls`
imports a program and makes a call, `hints` explains a failure, `checks` has functions for tests,
`suite` reads tests, and `session` runs one.
"""
