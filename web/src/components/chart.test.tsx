import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Chart } from './chart.tsx';

const draw = (...values: readonly number[]) =>
  render(
    <Chart
      axis="Week of"
      caption="Visits"
      series={['Visits']}
      columns={values.map((value, index) => ({ label: `Nov ${index + 1}`, values: [value] }))}
    />,
  );

describe('the scale of a chart', () => {
  it.each([
    ['the largest value', [3, 12], '12'],
    ['2, if nothing is larger', [1, 0], '2'],
  ])('ends at %s', (_, values, top) => {
    draw(...values);

    expect(screen.getByText(top, { selector: 'text' })).toBeInTheDocument();
  });
});
