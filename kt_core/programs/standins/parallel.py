"""The names of concurrent.futures and multiprocessing; all work is done at once, in order.

A page has one thread, and a program is watched in one.
"""

SOURCE = """
import contextlib
import queue

FIRST_COMPLETED = FIRST_EXCEPTION = ALL_COMPLETED = "ALL_COMPLETED"


class Future:
    def __init__(self, function, arguments, options):
        self._error = self._value = None
        try:
            self._value = function(*arguments, **options)
        except Exception as error:
            self._error = error

    def result(self, timeout=None):
        if self._error is not None:
            raise self._error
        return self._value

    get = result
    def exception(self, timeout=None): return self._error
    def add_done_callback(self, function): function(self)
    def done(self): return True
    def cancel(self): return False
    def wait(self, timeout=None): pass
    ready = done


class Executor:
    def __init__(self, *arguments, initializer=None, initargs=(), **options):
        if initializer:
            initializer(*initargs)

    def __enter__(self): return self
    def __exit__(self, *error): pass
    def shutdown(self, wait=True, *, cancel_futures=False): pass
    def submit(self, function, /, *values, **options): return Future(function, values, options)
    def map(self, function, *values, timeout=None, chunksize=1): return [*map(function, *values)]


class Pool(Executor):
    def map(self, function, values, chunksize=1): return [*map(function, values)]
    def starmap(self, function, values, chunksize=1): return [function(*each) for each in values]
    def apply(self, function, arguments=(), options={}): return function(*arguments, **options)
    def map_async(self, *values): return Future(self.map, values, {})

    def apply_async(self, function, arguments=(), options={}, callback=None):
        future = Future(function, arguments, options)
        if callback:
            callback(future.result())
        return future

    imap = imap_unordered = map
    close = join = terminate = Executor.shutdown


ThreadPoolExecutor = ProcessPoolExecutor = Executor
ThreadPool = Pool
def as_completed(futures, timeout=None): return [*futures]
def wait(futures, timeout=None, return_when=ALL_COMPLETED): return {*futures}, set()


class Process:
    exitcode = 0

    def __init__(self, group=None, target=None, name=None, args=(), kwargs={}, *, daemon=None):
        self._call = target or (lambda: None), args, kwargs

    def run(self):
        function, arguments, options = self._call
        function(*arguments, **options)

    def start(self): self.run()
    def join(self, timeout=None): pass
    def is_alive(self): return False
    terminate = kill = join


class Manager(Pool):
    list, dict, Queue = list, dict, queue.Queue


Queue = SimpleQueue = JoinableQueue = queue.Queue
Lock = RLock = Semaphore = contextlib.nullcontext
def cpu_count(): return 1
def set_start_method(method, force=False): pass
def freeze_support(): pass
"""
