import type { BurnUpDay } from '@picket/tracker';
import { type PointerEvent, useId, useState } from 'react';
import styles from './burn-up-chart.module.css';
import {
  areaPath,
  chartScale,
  countTicks,
  dayTicks,
  linePath,
  type Plot,
  type Scale,
} from './chart-scale.ts';
import { sayDay, sayFullDay } from './say-day.ts';
import { useWidth } from './use-width.ts';

const height = 240;
const margin = { left: 36, right: 12, top: 12, bottom: 28 };
/** Between labels of days. */
const gap = 64;
const halfTip = 80;

interface BurnUpChartProps {
  readonly days: readonly [BurnUpDay, ...BurnUpDay[]];
}

/** Scope and done, day by day. A day is looked at by pointing at it, or with the arrow keys. */
export function BurnUpChart({ days }: BurnUpChartProps) {
  const [box, width] = useWidth();
  const [pointed, setPointed] = useState<number | null>(null);
  const last = days.length - 1;
  const at = pointed === null ? undefined : days[Math.min(pointed, last)];
  return (
    <div ref={box} className={styles.chart}>
      <input
        type="range"
        className={styles.slider}
        aria-label="Day"
        min={0}
        max={last}
        value={Math.min(pointed ?? last, last)}
        aria-valuetext={sayBurnUpDay(at ?? days[last] ?? days[0])}
        onChange={event => setPointed(Number(event.target.value))}
        onFocus={() => setPointed(last)}
        onBlur={() => setPointed(null)}
      />
      {width > margin.left + margin.right && (
        <Drawing days={days} width={width} pointed={at && days.indexOf(at)} onPoint={setPointed} />
      )}
    </div>
  );
}

function sayBurnUpDay({ day, scope, done }: BurnUpDay): string {
  return `${sayFullDay(day)}: ${done} of ${scope} done`;
}

interface DrawingProps extends BurnUpChartProps {
  readonly width: number;
  readonly pointed: number | undefined;
  readonly onPoint: (day: number | null) => void;
}

function Drawing({ days, width, pointed, onPoint }: DrawingProps) {
  const id = useId();
  const plot: Plot = {
    left: margin.left,
    top: margin.top,
    width: width - margin.left - margin.right,
    height: height - margin.top - margin.bottom,
  };
  const counts = countTicks(Math.max(...days.map(({ scope }) => scope)), 4);
  const scale = chartScale(plot, days.length, counts.at(-1) ?? 1);
  const scope = days.map(each => each.scope);
  const done = days.map(each => each.done);
  const point = (event: PointerEvent<SVGSVGElement>) =>
    onPoint(scale.dayAt(event.clientX - event.currentTarget.getBoundingClientRect().left));
  const at = pointed === undefined ? undefined : days[pointed];
  const x = scale.x(pointed ?? 0);
  return (
    <>
      <svg
        role="img"
        aria-labelledby={`${id}-title ${id}-about`}
        width={width}
        height={height}
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={() => onPoint(null)}
      >
        <title id={`${id}-title`}>Burn-up</title>
        <desc id={`${id}-about`}>{summaryOf(days)}</desc>
        <Axes days={days} counts={counts} plot={plot} scale={scale} />
        <path className={styles.area} d={areaPath(done, scale)} />
        <path className={styles.scope} d={linePath(scope, scale)} />
        <path className={styles.done} d={linePath(done, scale)} />
        {at && (
          <>
            <line className={styles.guide} x1={x} x2={x} y1={plot.top} y2={scale.y(0)} />
            <circle className={styles.scopeDot} cx={x} cy={scale.y(at.scope)} r={4} />
            <circle className={styles.doneDot} cx={x} cy={scale.y(at.done)} r={4} />
          </>
        )}
      </svg>
      {at && (
        <p
          aria-hidden
          className={styles.tip}
          style={{ left: Math.max(halfTip, Math.min(width - halfTip, x)) }}
        >
          <b>{sayFullDay(at.day)}</b>
          {at.done} of {at.scope} done
        </p>
      )}
    </>
  );
}

function summaryOf(days: BurnUpChartProps['days']): string {
  const [first] = days;
  const last = days.at(-1) ?? first;
  return `From ${sayBurnUpDay(first)}, to ${sayBurnUpDay(last)}.`;
}

interface AxesProps extends BurnUpChartProps {
  readonly counts: readonly number[];
  readonly plot: Plot;
  readonly scale: Scale;
}

function Axes({ days, counts, plot, scale }: AxesProps) {
  return (
    <g className={styles.axes}>
      {counts.map(count => (
        <g key={count}>
          <line
            x1={plot.left}
            x2={plot.left + plot.width}
            y1={scale.y(count)}
            y2={scale.y(count)}
          />
          <text x={plot.left - 8} y={scale.y(count)} dy="0.32em" textAnchor="end">
            {count}
          </text>
        </g>
      ))}
      {dayTicks(days.length, plot.width, gap).map(day => (
        <text
          key={day}
          x={scale.x(day)}
          y={height - 8}
          textAnchor={day === days.length - 1 ? 'end' : 'middle'}
        >
          {sayDay(days[day]?.day ?? days[0].day)}
        </text>
      ))}
    </g>
  );
}
