import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { shown } from './vitest.config.ts';

/** The admin panel, each file in a process of its own. */
export default defineConfig({
  plugins: [react()],
  test: { ...shown, name: 'web-admin', include: ['src/features/admin/**/*.test.tsx'] },
});
