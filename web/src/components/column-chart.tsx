import { wholeNumber } from '@inkwell/shared/format';
import styles from './column-chart.module.css';

interface Column {
  /** Below the column, and in the table: 'Nov 23'. */
  readonly label: string;
  /** One for each series, in its order. */
  readonly values: readonly number[];
}

interface ColumnChartProps {
  /** What the columns are, for the table: 'Week of'. */
  readonly axis: string;
  /** What the chart shows, for those who do not see it. */
  readonly caption: string;
  /** Names of at most two series. */
  readonly series: readonly string[];
  /** From left to right. */
  readonly columns: readonly Column[];
}

const HEIGHT = 120;
/** Room for the figure of the top line and for the labels. */
const TOP = 16;
const BASE = HEIGHT - 20;
/** The share of a column's place that its bars fill. */
const FILL = 0.6;
/** On a phone, more labels would touch. */
const LABELS = 4;

/** Columns of one or two series, 120 px high and as wide as their place; a table for those who do not see them. */
export function ColumnChart({ axis, caption, series, columns }: ColumnChartProps) {
  const most = Math.max(1, ...columns.flatMap(({ values }) => values));
  const place = 100 / Math.max(1, columns.length);
  const bar = (place * FILL) / series.length;
  const labelled = Math.ceil(columns.length / LABELS);
  const said = ({ label, values }: Column) =>
    `${label}: ${values.map((value, index) => `${wholeNumber(value)} ${series[index]?.toLowerCase()}`).join(', ')}`;
  return (
    <figure className={styles.chart}>
      <ul className={styles.legend} aria-hidden="true">
        {series.map((name, index) => (
          <li key={name} data-series={index}>
            {name}
          </li>
        ))}
      </ul>
      <svg width="100%" height={HEIGHT} aria-hidden="true">
        <text x="0" y={TOP - 4} className={styles.figure}>
          {wholeNumber(most)}
        </text>
        <line x1="0" x2="100%" y1={TOP} y2={TOP} className={styles.line} />
        <line x1="0" x2="100%" y1={BASE} y2={BASE} className={styles.line} />
        {columns.map((column, index) => (
          <g key={column.label}>
            <title>{said(column)}</title>
            {/* The whole place of the column is a target of the pointer. */}
            <rect x={`${index * place}%`} width={`${place}%`} y="0" height={HEIGHT} fill="transparent" />
            {column.values.map((value, number) => {
              const height = (value / most) * (BASE - TOP);
              const x = index * place + (place * (1 - FILL)) / 2 + number * bar;
              return (
                <rect
                  key={series[number]}
                  data-series={number}
                  className={styles.bar}
                  x={`${x}%`}
                  width={`${bar}%`}
                  y={BASE - height}
                  height={height}
                />
              );
            })}
            {(columns.length - 1 - index) % labelled === 0 && (
              <text
                x={index === columns.length - 1 ? '100%' : `${(index + 0.5) * place}%`}
                y={HEIGHT - 4}
                textAnchor={index === columns.length - 1 ? 'end' : 'middle'}
                className={styles.figure}
              >
                {column.label}
              </text>
            )}
          </g>
        ))}
      </svg>
      {/* A table itself is as wide as its words. */}
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
