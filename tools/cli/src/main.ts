import { run } from './command.ts';

run(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  out: (line) => void process.stdout.write(`${line}\n`),
  error: (line) => void process.stderr.write(`${line}\n`),
}).then((code) => {
  process.exitCode = code;
});
