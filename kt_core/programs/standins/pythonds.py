"""Stacks, queues and graphs with the names of `pythonds` and `pythonds3`, instrumented too."""

#: `pythonds.basic` and `pythonds3.basic`.
BASIC = '''
class _Items:
    """Items in a list, whose ends the subclasses name."""

    def __init__(self): self.items = []
    def isEmpty(self): return self.items == []

    is_empty = isEmpty

    def size(self): return len(self.items)


class Stack(_Items):
    """The last item leaves first."""

    def push(self, item): self.items.append(item)
    def pop(self): return self.items.pop()
    def peek(self): return self.items[-1]
    def __len__(self): return len(self.items)
    def __str__(self): return str(self.items)


class Queue(_Items):
    """The first item leaves first."""

    def enqueue(self, item): self.items.insert(0, item)
    def dequeue(self): return self.items.pop()
    def __len__(self): return len(self.items)
'''

#: `pythonds.graphs` and `pythonds3.graphs`: each attribute and method has both names.
GRAPHS = '''
import sys


def _renamed(name):
    """Return another name for an attribute."""
    return property(lambda self: getattr(self, name), lambda self, v: setattr(self, name, v))


class Vertex:
    """A vertex with its neighbors, and what searches note about it."""

    def __init__(self, key):
        self.id = key
        self.connectedTo = self._neighbors = {}
        self.color, self.distance, self.previous = "white", sys.maxsize, None
        self.discovery_time = self.closing_time = 0

    key = _key = _renamed("id")
    dist, pred = _renamed("distance"), _renamed("previous")
    disc, fin = _renamed("discovery_time"), _renamed("closing_time")

    def addNeighbor(self, nbr, weight=0):
        self.connectedTo[nbr] = weight

    def setColor(self, color): self.color = color
    def setDistance(self, d): self.distance = d
    def setPred(self, p): self.previous = p
    def setDiscovery(self, dtime): self.discovery_time = dtime
    def setFinish(self, ftime): self.closing_time = ftime
    def getColor(self): return self.color
    def getDistance(self): return self.distance
    def getPred(self): return self.previous
    def getDiscovery(self): return self.discovery_time
    def getFinish(self): return self.closing_time
    def getConnections(self): return self.connectedTo.keys()
    def getWeight(self, nbr): return self.connectedTo.get(nbr)
    def getId(self): return self.id

    set_neighbor, set_color, set_distance = addNeighbor, setColor, setDistance
    set_previous, set_discovery_time, set_closing_time = setPred, setDiscovery, setFinish
    get_color, get_distance, get_previous = getColor, getDistance, getPred
    get_discovery_time, get_closing_time = getDiscovery, getFinish
    get_neighbors, get_neighbor, get_key = getConnections, getWeight, getId

    def __lt__(self, other): return self.id < other.id
    def __repr__(self): return f"Vertex({self.id})"


class Graph:
    """A graph of such vertices, by their keys."""

    def __init__(self):
        self.vertices = self.vertList = self._vertices = {}
        self._time = 0

    def addVertex(self, key):
        vertex = self.vertices[key] = Vertex(key)
        return vertex

    def getVertex(self, n): return self.vertices.get(n)

    def addEdge(self, f, t, cost=0):
        for key in (f, t):
            if key not in self.vertices:
                self.addVertex(key)
        self.vertices[f].addNeighbor(self.vertices[t], cost)

    def getVertices(self): return list(self.vertices)
    def get_edges(self): return [(one.id, other.id) for one in self for other in one.connectedTo]

    set_vertex = add_vertex = addVertex
    get_vertex, add_edge, get_vertices = getVertex, addEdge, getVertices

    def __len__(self): return len(self.vertices)

    size = __len__
    numVertices = property(__len__)

    def __contains__(self, n): return n in self.vertices
    def __iter__(self): return iter(self.vertices.values())
'''
