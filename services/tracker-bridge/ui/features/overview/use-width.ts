import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** How wide the element is in pixels, now and whenever that changes; 0 until it is there. */
export function useWidth(): readonly [element: RefObject<HTMLDivElement | null>, width: number] {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (element.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.floor(entry.contentRect.width));
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
