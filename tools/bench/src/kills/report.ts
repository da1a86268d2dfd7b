import type { Round } from './rounds.ts';

/** Whether the loss is greater than the case allows, or the restored text contains something that nobody wrote. */
export const isBad = ({ isIntact, characters, seconds, allowed }: Round): boolean =>
  !isIntact || (characters > allowed.characters && seconds > allowed.seconds);

const most = (numbers: readonly number[]): number => Math.max(0, ...numbers);

const said = ({ characters, seconds }: Round['allowed']): string =>
  seconds > 0 ? `${seconds} s` : `${characters} character`;

/** A Markdown row for each case. */
export function reportOf(rounds: readonly Round[]): string {
  const names = [...new Set(rounds.map(({ name, allowed }) => `${name}\n${said(allowed)}`))].sort();
  const rows = names.map((key) => {
    const [name = '', allowed = ''] = key.split('\n');
    const own = rounds.filter((round) => round.name === name && said(round.allowed) === allowed);
    const count = (kill: string) => own.filter((round) => round.kill === kill).length;
    const characters = most(own.map((round) => round.characters));
    const seconds = most(own.map((round) => round.seconds));
    const lost = characters === 0 ? '0' : `${characters} (${seconds.toFixed(1)} s)`;
    const corrupted = own.filter(({ isIntact }) => !isIntact).length;
    const bad = own.filter(isBad).length;
    return `| ${name} | ${count('page')} / ${count('renderer')} / ${count('browser')} | ${allowed} | ${lost} | ${corrupted} | ${bad} |`;
  });
  return [
    '| case | page / renderer / browser | may be lost | lost at most, characters | corrupted | too much |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}
