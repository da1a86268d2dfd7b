import { HtmlValidate } from 'html-validate';

/** What an HTML parser does not accept in a page. */
export async function parserErrors(html: string): Promise<unknown[]> {
  const { results } = await new HtmlValidate({ extends: ['html-validate:recommended'] }).validateString(html);
  return results.flatMap(({ messages }) => messages).filter(({ ruleId }) => ruleId === 'parser-error');
}
