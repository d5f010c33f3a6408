import type { SwaggerOptions } from '@fastify/swagger'

/** How the OpenAPI document is made from the schemas of the routes. */
export function documentOptions(version: string): SwaggerOptions {
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'mediagen',
        version,
        description:
          'Prompts in, images and videos out. Images are answered in the same request; videos are tasks that are ' +
          'polled or announced by webhook. Every error has the same body, with a code from one closed list.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
      tags: [
        { name: 'Images', description: 'Synchronous: the request stays open until the image is ready.' },
        { name: 'Videos', description: 'Asynchronous: a task id at once, the result by polling or webhook.' },
        { name: 'Files', description: 'Results and covers.' },
        { name: 'Operation', description: 'For machines that watch over the service.' },
      ],
      components: {
        securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'Authorization: Bearer <key>' } },
      },
    },
  }
}
