"""Vertices and graphs with the names of `pythonds.graphs`. It is instrumented too."""

SOURCE = '''
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
