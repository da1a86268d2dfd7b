import { afterAll } from 'vitest';
import { stopServer } from './server.ts';

afterAll(stopServer);
