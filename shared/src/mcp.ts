/** The address at which programs with a language model call tools (Model Context Protocol). */
export const MCP_PATH = '/mcp';

/** `perMinute`: messages per network address in one instance; `listed`: entries per page; `characters`: of a text in one answer. */
export const MCP_LIMITS = { perMinute: 300, listed: 20, characters: 20_000 } as const;

export const MCP_TEXTS = {
  batch: 'Send one message at a time',
  elsewhere: 'Pages of other sites cannot use these tools',
  saved: 'The post was saved since you read it. Read it again and repeat your change.',
} as const;
