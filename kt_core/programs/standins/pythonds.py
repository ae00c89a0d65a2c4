"""Stacks, queues and graphs with the names of `pythonds` and `pythonds3`, instrumented too."""

#: `pythonds.basic` and `pythonds3.basic`.
BASIC = '''
class _Items:
    """Items in a list, whose ends the subclasses name."""

    def __init__(self):
        self.items = []

    def isEmpty(self):
        return self.items == []

    is_empty = isEmpty

    def size(self):
        return len(self.items)


class Stack(_Items):
    """The last item leaves first."""

    def push(self, item):
        self.items.append(item)

    def pop(self):
        return self.items.pop()

    def peek(self):
        return self.items[-1]

    def __len__(self):
        return len(self.items)

    def __str__(self):
        return str(self.items)


class Queue(_Items):
    """The first item leaves first."""

    def enqueue(self, item):
        self.items.insert(0, item)

    def dequeue(self):
        return self.items.pop()

    def __len__(self):
        return len(self.items)


class Deque(_Items):
    """Items enter and leave at both ends."""

    def addFront(self, item):
        self.items.append(item)

    def addRear(self, item):
        self.items.insert(0, item)

    def removeFront(self):
        return self.items.pop()

    def removeRear(self):
        return self.items.pop(0)

    add_front, add_rear = addFront, addRear
    remove_front, remove_rear = removeFront, removeRear
'''

#: `pythonds.graphs`.
GRAPHS = '''
import sys


class Vertex:
    """A vertex with its neighbors, and what searches note about it."""

    def __init__(self, num):
        self.id = num
        self.connectedTo = {}
        self.color = "white"
        self.dist = sys.maxsize
        self.pred = None
        self.disc = 0
        self.fin = 0

    def addNeighbor(self, nbr, weight=0):
        self.connectedTo[nbr] = weight

    def setColor(self, color):
        self.color = color

    def setDistance(self, d):
        self.dist = d

    def setPred(self, p):
        self.pred = p

    def setDiscovery(self, dtime):
        self.disc = dtime

    def setFinish(self, ftime):
        self.fin = ftime

    def getColor(self):
        return self.color

    def getDistance(self):
        return self.dist

    def getPred(self):
        return self.pred

    def getDiscovery(self):
        return self.disc

    def getFinish(self):
        return self.fin

    def getConnections(self):
        return self.connectedTo.keys()

    def getWeight(self, nbr):
        return self.connectedTo[nbr]

    def getId(self):
        return self.id

    def __str__(self):
        return f"vertex {self.id}: {self.color}"


class Graph:
    """A graph of such vertices, by their keys."""

    def __init__(self):
        self.vertices = {}
        self.numVertices = 0

    def addVertex(self, key):
        self.numVertices += 1
        vertex = Vertex(key)
        self.vertices[key] = vertex
        return vertex

    def getVertex(self, n):
        return self.vertices.get(n)

    def addEdge(self, f, t, cost=0):
        for key in (f, t):
            if key not in self.vertices:
                self.addVertex(key)
        self.vertices[f].addNeighbor(self.vertices[t], cost)

    def getVertices(self):
        return list(self.vertices)

    @property
    def vertList(self):
        return self.vertices

    def __contains__(self, n):
        return n in self.vertices

    def __iter__(self):
        return iter(self.vertices.values())


class PriorityQueue:
    """A queue whose smallest key leaves first."""

    def __init__(self):
        self.items = []

    def buildHeap(self, pairs):
        self.items = sorted(pairs, key=lambda pair: pair[0])

    def add(self, pair):
        self.items.append(pair)
        self.items.sort(key=lambda pair: pair[0])

    def delMin(self):
        return self.items.pop(0)[1]

    def isEmpty(self):
        return not self.items
'''

#: `pythonds3.graphs`.
GRAPHS3 = '''
import sys


class Vertex:
    """A vertex with its neighbors, and what searches note about it."""

    def __init__(self, key):
        self._key = key
        self._neighbors = {}
        self.color = "white"
        self.distance = sys.maxsize
        self.previous = None
        self.discovery_time = 0
        self.closing_time = 0

    def get_neighbor(self, other):
        return self._neighbors.get(other)

    def set_neighbor(self, other, weight=0):
        self._neighbors[other] = weight

    def get_neighbors(self):
        return self._neighbors.keys()

    def get_key(self):
        return self._key

    key = property(get_key)

    def get_color(self):
        return self.color

    def set_color(self, color):
        self.color = color

    def get_distance(self):
        return self.distance

    def set_distance(self, distance):
        self.distance = distance

    def get_previous(self):
        return self.previous

    def set_previous(self, previous):
        self.previous = previous

    def get_discovery_time(self):
        return self.discovery_time

    def set_discovery_time(self, time):
        self.discovery_time = time

    def get_closing_time(self):
        return self.closing_time

    def set_closing_time(self, time):
        self.closing_time = time

    def __lt__(self, other):
        return self._key < other.get_key()

    def __str__(self):
        return f"Vertex({self._key})"

    __repr__ = __str__


class Graph:
    """A graph of such vertices, by their keys."""

    def __init__(self):
        self._vertices = {}
        self._time = 0

    def set_vertex(self, key):
        self._vertices[key] = Vertex(key)

    add_vertex = set_vertex

    def get_vertex(self, key):
        return self._vertices.get(key)

    def add_edge(self, from_vertex, to_vertex, weight=0):
        for key in (from_vertex, to_vertex):
            if key not in self._vertices:
                self.set_vertex(key)
        self._vertices[from_vertex].set_neighbor(self._vertices[to_vertex], weight)

    def get_vertices(self):
        return self._vertices.keys()

    def get_edges(self):
        return [
            (vertex.key, other.key)
            for vertex in self._vertices.values()
            for other in vertex.get_neighbors()
        ]

    def size(self):
        return len(self._vertices)

    def __len__(self):
        return len(self._vertices)

    def __contains__(self, key):
        return key in self._vertices

    def __iter__(self):
        return iter(self._vertices.values())
'''
