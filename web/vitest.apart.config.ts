import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { APART, shown } from './vitest.config.ts';

/** The admin panel, and what replaces modules: each file in a process of its own. */
export default defineConfig({
  plugins: [react()],
  test: { ...shown, name: 'web-apart', include: APART },
});
