"""Any program for the knight's tour: run it unchanged, watch its board, judge its result.

What callers use (the command line and the page):

    run.run(source, settings) -> Run          run a program and record what it does on its board
    run.RunSettings                           its budget, arguments, input, seed and container;
                                              `progress` is called with the `Run` while it runs
    Run.recording                             its events, each with a line and what was printed
    Run.store, Run.stores                     the container that is watched, and the alternatives:
                                              pass the `key` of one as `RunSettings.store`
    Run.ended, Run.stopped_in                 why it ended, and the line if it was stopped
    findings.evidence_of(run) -> Evidence     what it showed and did, as plain data
    evidence.read(text) -> Evidence           the same, from the text of another process
    verdict.verdict(evidence) -> Verdict      judge what it showed

A program is stopped at its budget without an interrupt: its loops and recursive calls are counted.
Only a long call of Python's own functions, such as sum(range(10**12)), needs `RunSettings.guard`
or the end of the process.

The parts, from the bottom: `squares` reads values without running methods of the program,
`recording` stores events, `instrument` adds hooks to a syntax tree, `changes` records what they
see, `recognize` finds the board among the containers, `followers` turn its changes into events,
`standins` replace pythonds and numpy, `environment` is the Python that the program sees, and `run`
joins the parts. `reasons` explains why there is no tour, or a slow search, and `findings` sends
this, and what was printed and returned, as `evidence`. In another process, or in the page itself,
`shown` judges everything that was printed or returned, and `verdict` writes the sentence.
"""
