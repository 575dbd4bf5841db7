/** A value in the heap, and the handle to take it out by. */
export interface HeapEntry<Value> {
  readonly at: number;
  readonly value: Value;
}

/** A binary min-heap ordered by time; entries of one time come out in the order they were put in. */
export interface TimerHeap<Value> {
  readonly size: number;
  push(at: number, value: Value): HeapEntry<Value>;
  /** The earliest entry, left where it is. */
  peek(): HeapEntry<Value> | undefined;
  /** Takes an entry out, wherever it stands; false where it is not in the heap. */
  remove(entry: HeapEntry<Value>): boolean;
}

class Node<Value> implements HeapEntry<Value> {
  readonly at: number;
  readonly value: Value;
  readonly order: number;
  position = 0;

  constructor(at: number, value: Value, order: number) {
    this.at = at;
    this.value = value;
    this.order = order;
  }

  isBefore(other: Node<Value>): boolean {
    return this.at < other.at || (this.at === other.at && this.order < other.order);
  }
}

export function createTimerHeap<Value>(): TimerHeap<Value> {
  const nodes: Node<Value>[] = [];
  let pushed = 0;

  return {
    get size() {
      return nodes.length;
    },
    push(at, value) {
      const node = new Node(at, value, pushed++);
      siftUp(nodes, node, nodes.length);
      return node;
    },
    peek: () => nodes[0],
    remove(entry) {
      if (!(entry instanceof Node) || nodes[entry.position] !== entry) return false;
      const last = nodes.pop();
      if (last !== undefined && last !== entry) {
        siftDown(nodes, last, siftUp(nodes, last, entry.position));
      }
      return true;
    },
  };
}

/** Moves the gap at `position` up to where `node` fits, puts it there, and returns where that is. */
function siftUp<Value>(nodes: Node<Value>[], node: Node<Value>, position: number): number {
  let gap = position;
  while (gap > 0) {
    const above = (gap - 1) >> 1;
    const parent = nodes[above];
    if (parent === undefined || parent.isBefore(node)) break;
    place(nodes, parent, gap);
    gap = above;
  }
  place(nodes, node, gap);
  return gap;
}

function siftDown<Value>(nodes: Node<Value>[], node: Node<Value>, position: number): void {
  let gap = position;
  for (;;) {
    const child = earlierChild(nodes, gap);
    if (child === undefined || node.isBefore(child)) break;
    const below = child.position;
    place(nodes, child, gap);
    gap = below;
  }
  place(nodes, node, gap);
}

function earlierChild<Value>(nodes: Node<Value>[], position: number): Node<Value> | undefined {
  const left = nodes[2 * position + 1];
  const right = nodes[2 * position + 2];
  return left !== undefined && right?.isBefore(left) ? right : left;
}

function place<Value>(nodes: Node<Value>[], node: Node<Value>, position: number): void {
  nodes[position] = node;
  node.position = position;
}
