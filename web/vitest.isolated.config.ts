import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { domTests, ISOLATED, LEFT_OUT } from './vitest.config.ts';

/** Tests that replace modules, each file in its own process. */
export default defineConfig({
  plugins: [react()],
  test: { ...domTests, name: 'web-isolated', include: ISOLATED, exclude: LEFT_OUT },
});
