import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const api = process.env.API_TARGET ?? 'http://localhost:8080';

export default defineConfig({
  plugins: [react()],
  build: { outDir: 'dist', emptyOutDir: true, sourcemap: false, target: 'es2023' },
  worker: { format: 'es' },
  server: { proxy: { '/api': { target: api, changeOrigin: false } } },
});
