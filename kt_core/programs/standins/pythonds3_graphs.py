"""Vertices and graphs with the names of `pythonds3.graphs`. It is instrumented too."""

SOURCE = '''
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
