const member = /\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|\.?([^.[\]]+)/y;

/** The members of a path that `at` made: `requests[0]["a b"].url` is `['requests', 0, 'a b', 'url']`. */
export function pathMembers(path: string): (string | number)[] {
  const members: (string | number)[] = [];
  member.lastIndex = 0;
  while (member.lastIndex < path.length) {
    const match = member.exec(path);
    if (match === null) return members;
    const [, index, quoted, name] = match;
    if (index !== undefined) members.push(Number(index));
    else if (quoted !== undefined) members.push(String(JSON.parse(quoted)));
    else if (name !== undefined) members.push(name);
  }
  return members;
}
