import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallArguments, callRest } from './rest-call.ts';
import { newProjectId, startTarget, type Target } from './target.ts';

let target: Target;

beforeAll(async () => {
  target = await startTarget();
});

afterAll(async () => {
  await target.stop();
});

const call = (...args: CallArguments) => callRest(target.host, ...args);

// Source: "Test your Cloud Firestore Security Rules", test reports; shapes recorded of the emulator 1.22 by
// github.com/firenook-dev/firenook, conformance/src/developer-tools.
describe('the coverage of the rules', () => {
  const project = newProjectId();
  const control = `/emulator/v1/projects/${project}`;
  const item = `/v1/projects/${project}/databases/(default)/documents/items/one`;
  const rules = (condition: string) => `rules_version = '2';
service cloud.firestore { match /databases/{database}/documents {
  match /items/{item} { allow get: if ${condition}; } } }`;
  const load = (content: string) =>
    call('PUT', `${control}:securityRules`, { rules: { files: [{ name: 'firestore.rules', content }] } });
  const report = async () => (await call('GET', `${control}:ruleCoverage`)).json.report;

  it('counts what expressions gave since the rules were loaded, owners aside', async () => {
    await call('PATCH', item, { fields: { visible: { booleanValue: true } } });
    const content = rules('resource.data.visible == true && request.auth == null');
    await load(content);
    const before = await report();
    await call('GET', item, undefined, null);
    await call('GET', item, undefined, null);
    await call('GET', item);

    const { json } = await call('GET', `${control}:ruleCoverage`);

    expect(before[0]).not.toHaveProperty('values');
    expect(json.rules).toEqual({ files: [{ name: 'firestore.rules', content }] });
    expect(json.report).toHaveLength(1);
    expect(json.report[0]).toMatchObject({
      sourcePosition: { line: 3, column: 39, currentOffset: content.indexOf('resource') },
      values: [{ value: { boolValue: true }, count: 2 }],
      children: [
        { values: [{ value: { boolValue: true }, count: 2 }] },
        { values: [{ value: { boolValue: true }, count: 2 }] },
      ],
    });
  });

  it('begins anew with new rules, and stays when they have a fault', async () => {
    await load(rules('request.auth != null'));
    await call('GET', item, undefined, null);
    const counted = await report();

    expect((await load('broken')).status).toBe(400);
    const retained = await report();
    await load(rules('request.auth != null'));

    expect(counted[0].values).toEqual([{ value: { boolValue: false }, count: 1 }]);
    expect(retained).toEqual(counted);
    expect((await report())[0]).not.toHaveProperty('values');
  });

  it('has no report for rules of constants', async () => {
    const content = rules('true');
    await load(content);

    const { json } = await call('GET', `${control}:ruleCoverage`);

    expect(json).toEqual({ rules: { files: [{ name: 'firestore.rules', content }] } });
  });

  it('tells errors from values', async () => {
    await load(rules('resource.data.missing == 1'));
    await call('GET', item, undefined, null);

    const [{ values }] = await report();

    expect(values).toEqual([
      { value: { undefined: { sourcePosition: expect.any(Object), causeMessage: expect.any(String) } }, count: 1 },
    ]);
  });

  it('is also a page that shows the source, whatever it holds', async () => {
    await load(rules("'<script>' != resource.id || false"));
    await call('GET', item, undefined, null);

    const response = await fetch(`http://${target.host}${control}:ruleCoverage.html`);
    const page = await response.text();

    expect(response.headers.get('content-type')).toContain('text/html');
    expect(page).not.toContain('<script>');
    if (target.isOfficial) return;
    expect(page).toContain('&#60;script&#62;');
    expect(page).toContain('title="{&#34;boolValue&#34;:true}: 1 times"');
  });

  it('warns of names that nothing declares, and loads the rules', async () => {
    const answer = await load(rules('nosuchvariable == null || request.auth == null'));

    expect(answer.status).toBe(200);
    expect(answer.json.issues).toEqual([
      {
        severity: 'WARNING',
        description: expect.stringContaining('nosuchvariable'),
        sourcePosition: expect.objectContaining({ line: 3, column: 39 }),
      },
    ]);
    expect((await call('GET', item, undefined, null)).status).toBe(200);
  });
});
