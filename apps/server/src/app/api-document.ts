import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import { newPasswordFormat } from '@boathouse/contract/auth';

/** Serves the OpenAPI document of the routes that are added from now on, and the page that shows it. */
export async function documentApi(
  http: FastifyInstance,
  { productName, passwordMin }: { productName: string; passwordMin: number },
): Promise<void> {
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${productName} API`,
        version: '1',
        description:
          'Sign in at /api/auth/sign-in/email; the cookie or the bearer token that it returns authorizes every call.',
      },
      components: {
        securitySchemes: {
          cookie: { type: 'apiKey', in: 'cookie', name: 'boathouse.session_token' },
          bearer: { type: 'http', scheme: 'bearer' },
        },
      },
    },
    transform: createJsonSchemaTransform({
      zodToJsonConfig: {
        override: ({ jsonSchema }) => {
          if (jsonSchema.format === newPasswordFormat) jsonSchema.minLength = passwordMin;
        },
      },
    }),
  });
  // Its badge would show the document to a service elsewhere.
  await http.register(swaggerUi, { routePrefix: '/api/docs', uiConfig: { validatorUrl: null } });
  http.get('/api/openapi.json', { schema: { hide: true } }, () => http.swagger());
}
