import { writeFileSync } from 'node:fs';
import { openApiDocument } from '../src/openapi/document.ts';
import { apiMarkdown } from '../src/openapi/markdown.ts';

/** Writes docs/api.md from the contract; a test fails if the two differ. */
writeFileSync(new URL('../../docs/api.md', import.meta.url), apiMarkdown(openApiDocument()));
