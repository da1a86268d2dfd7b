import { expect, it } from 'vitest';
import { builtAppOf } from './built-app.ts';

it('finds the entry (the last script) and all styles with their media queries', () => {
  const narrow = '@media (width < 48em){a{color:red}}';
  const shell = `<head><meta name="inkwell-script" content="/a.js"><meta name="inkwell-script" content="/b.js">
    <style data-href="/a.css">${narrow}</style>\n<style data-href="/b.css">b{}</style></head>`;
  expect(builtAppOf(shell)).toEqual({ build: '/b.js', styles: `${narrow}b{}` });
});

it('refuses a shell without scripts', () => {
  expect(() => builtAppOf('<head></head>')).toThrow('no entry');
});
