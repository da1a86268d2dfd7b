import { wholeNumber } from '@inkwell/shared/format';
import { type KeyboardEvent, useState } from 'react';
import styles from './chart.module.css';
import { LoadingRegion, Skeleton } from './skeleton.tsx';

interface Column {
  /** Below the column, and in the table: 'Nov 23'. */
  readonly label: string;
  /** One for each series, in its order. */
  readonly values: readonly number[];
}

interface ChartProps {
  readonly kind?: 'columns' | 'lines';
  /** The unit of the columns, for the table: 'Week of'. */
  readonly axis: string;
  /** A description of the chart for screen readers. */
  readonly caption: string;
  /** Names of at most two series. */
  readonly series: readonly string[];
  /** From left to right; at least one. */
  readonly columns: readonly Column[];
}

/** The scale ends here or above: a single view should not fill the chart. */
const LOWEST_TOP = 2;
/** The share of a column's width that its bars fill. */
const FILL = 0.6;
/** On a phone, more labels would touch. */
const LABELS = 4;

/** A chart that is still loading, as high as it will be. */
export const LoadingChart = ({ label }: { readonly label: string }) => (
  <LoadingRegion label={label} className={styles.loading}>
    <Skeleton height="100%" />
  </LoadingRegion>
);

/**
 * Columns or lines of one or two series, 180 px high, on phones 120, and as wide as their container. Pointer and arrow keys select a column, whose
 * figures are in the line above. A table has all figures for screen readers.
 */
export function Chart({ kind = 'columns', axis, caption, series, columns }: ChartProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const last = columns.length - 1;
  const at = Math.min(chosen ?? last, last);
  const most = Math.max(LOWEST_TOP, ...columns.flatMap(({ values }) => values));
  const place = 100 / Math.max(1, columns.length);
  const centre = (index: number) => `${(index + 0.5) * place}%`;
  /** In percent of the plot. */
  const height = (value: number) => (value / most) * 100;
  const top = (value: number) => `${100 - height(value)}%`;
  const labelled = Math.ceil(columns.length / LABELS);
  const said = ({ label, values }: Column) =>
    [label, ...values.map((value, index) => `${series[index]}: ${wholeNumber(value)}`)].join(' · ');
  const current = columns[at];
  const move = (event: KeyboardEvent) => {
    const target = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    setChosen(Math.max(0, Math.min(last, target)));
  };
  return (
    <figure className={styles.chart}>
      <ul className={styles.legend} aria-hidden="true">
        {series.map((name, index) => (
          <li key={name} data-series={index} data-kind={kind}>
            {name}
          </li>
        ))}
      </ul>
      <p className={styles.said} aria-hidden="true">
        {current && said(current)}
      </p>
      <div
        role="slider"
        tabIndex={0}
        className={styles.plot}
        aria-label={caption}
        aria-valuemin={1}
        aria-valuemax={columns.length}
        aria-valuenow={at + 1}
        aria-valuetext={current && said(current)}
        onKeyDown={move}
      >
        <svg width="100%" aria-hidden="true" onPointerLeave={() => setChosen(null)}>
          <text x="0" y="-4" className={styles.figure}>
            {wholeNumber(most)}
          </text>
          <line x1="0" x2="100%" y1="0" y2="0" className={styles.line} />
          <line x1="0" x2="100%" y1="100%" y2="100%" className={styles.line} />
          {columns.map((column, index) => (
            <g key={column.label}>
              {/* The full width of the column is a pointer target. */}
              <rect
                x={`${index * place}%`}
                width={`${place}%`}
                y="0"
                height="100%"
                fill="transparent"
                onPointerEnter={() => setChosen(index)}
              />
              {column.values.map((value, number) => {
                const key = series[number];
                const mark = { 'data-series': number };
                const y = top(value);
                if (kind === 'lines') {
                  const next = columns[index + 1]?.values[number];
                  if (next === undefined)
                    return <circle key={key} {...mark} className={styles.dot} cx={centre(index)} cy={y} r="2.5" />;
                  const ends = { x1: centre(index), x2: centre(index + 1), y1: y, y2: top(next) };
                  return <line key={key} {...mark} className={styles.stroke} {...ends} />;
                }
                const bar = (place * FILL) / series.length;
                const x = index * place + (place * (1 - FILL)) / 2 + number * bar;
                return (
                  <rect
                    key={key}
                    {...mark}
                    className={styles.bar}
                    x={`${x}%`}
                    width={`${bar}%`}
                    y={y}
                    height={`${height(value)}%`}
                  />
                );
              })}
              {(last - index) % labelled === 0 && (
                <text x={centre(index)} y="100%" dy="16" textAnchor="middle" className={styles.figure}>
                  {column.label}
                </text>
              )}
            </g>
          ))}
          <line x1={centre(at)} x2={centre(at)} y1="0" y2="100%" className={styles.chosen} />
        </svg>
      </div>
      {/* A table element would be as wide as its words. */}
      <div className="visually-hidden">
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              {[axis, ...series].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {columns.map(({ label, values }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {values.map((value, index) => (
                  <td key={series[index]}>{wholeNumber(value)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
