"""The reader's programs: their worker, and the reports of runs.

A run: `web.page.editor` starts a `job` in a worker by `web.page.worker`. There `worker` executes it
with `kt_core.programs` or `kt_core.own_search`, and sends messages. `reports` and `feed` check
them: the page trusts no worker. `update` changes the state, and `view` shows it. `marking` has
the worker and the view of a task with tests.

Outside this folder:

    web/js/own.js, worker.js                  the workers, in JavaScript
    web/make/editor.entry.mjs                 the editor's widget
    web/page/files.py, web/files/offers.py    a program that is pasted or dropped anywhere
    web/lab/engine.py                         passes the events of a run on, as of any search
    kt_core/command/programs.py, process.py   the same on the command line
"""
