import { writeFileSync } from 'node:fs';
import { openApiDocument } from '../src/openapi/document.ts';
import { apiMarkdown } from '../src/openapi/markdown.ts';
import { privacyDocument } from '../src/personal-data/privacy.ts';

/** Writes docs/api.md from the contract, and docs/privacy.md from the tables of personal data; tests fail if they differ. */
writeFileSync(new URL('../../docs/api.md', import.meta.url), apiMarkdown(openApiDocument()));
writeFileSync(new URL('../../docs/privacy.md', import.meta.url), privacyDocument());
