"""Any program for the knight's tour: run it unchanged, watch its board, judge its result.

What callers use (the command line and the page):

    run.run(source, **settings) -> Run        run a program and record what it does on its board
    run.Run.recording                         its events, each with a line and what was printed
    report.report(run) -> Report              what the page and the command line tell about it
    call.proposal(source) -> str              a call to offer for a program that calls nothing

The parts, from the bottom: `squares` reads values as squares, `recording` stores events,
`instrument` adds hooks to a program's syntax tree, `changes` records what the hooks see,
`recognize` finds the board among the containers, `follow` turns its changes into events,
`standins` are our replacements of pythonds and numpy, `run` puts it together; `verdict`, `mistakes`
and `slow` say what came of it.
"""
