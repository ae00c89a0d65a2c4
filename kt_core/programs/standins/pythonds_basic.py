"""Stack, queue and deque with the names of `pythonds.basic`. It is instrumented too."""

SOURCE = '''
class Stack:
    """The last item leaves first."""

    def __init__(self):
        self.items = []

    def isEmpty(self):
        return self.items == []

    is_empty = isEmpty

    def push(self, item):
        self.items.append(item)

    def pop(self):
        return self.items.pop()

    def peek(self):
        return self.items[-1]

    def size(self):
        return len(self.items)

    def __len__(self):
        return len(self.items)

    def __str__(self):
        return str(self.items)


class Queue:
    """The first item leaves first."""

    def __init__(self):
        self.items = []

    def isEmpty(self):
        return self.items == []

    is_empty = isEmpty

    def enqueue(self, item):
        self.items.insert(0, item)

    def dequeue(self):
        return self.items.pop()

    def size(self):
        return len(self.items)

    def __len__(self):
        return len(self.items)


class Deque:
    """Items enter and leave at both ends."""

    def __init__(self):
        self.items = []

    def isEmpty(self):
        return self.items == []

    is_empty = isEmpty

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

    def size(self):
        return len(self.items)
'''
