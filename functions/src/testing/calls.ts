import { api } from '@inkwell/shared/api';
import type { EndpointDefinition } from '@inkwell/shared/endpoint';

/** Every call of the contract. */
export const CALLS: readonly EndpointDefinition[] = Object.values(api).flatMap((area): EndpointDefinition[] =>
  Object.values(area),
);

/** `GET /api/posts/:id` */
export const labelOf = ({ method, path }: EndpointDefinition): string => `${method} ${path}`;
