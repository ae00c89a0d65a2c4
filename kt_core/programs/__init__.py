"""Any program for the knight's tour: run it unchanged, watch its board, judge its result.

What callers use (the command line and the page):

    run.run(source, **settings) -> Run        run a program and record what it does on its board
    run.Run.recording                         its events, each with a line and what was printed
    verdict.verdict(run) -> Verdict           judge its result
    report.as_text(run, verdict)              the report for a terminal; as_json for other programs
    call.proposal(source) -> str              propose a call for a program that calls nothing

The parts, from the bottom: `squares` reads values as squares, `recording` stores events,
`instrument` adds hooks to a program's syntax tree, `changes` records what the hooks see,
`recognize` finds the board among the containers, `follow` turns its changes into events,
`standins` replace pythonds and numpy, and `run` joins the parts; `verdict`, `mistakes` and `slow`
explain the result.
"""
