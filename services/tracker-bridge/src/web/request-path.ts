import type { FastifyRequest } from 'fastify';

/** Without the query. */
export const pathOf = ({ url }: Pick<FastifyRequest, 'url'>): string => url.split('?', 1)[0] ?? '';

export const isApiCall = (request: FastifyRequest): boolean => pathOf(request).startsWith('/api/');

export const isReading = ({ method }: FastifyRequest): boolean =>
  method === 'GET' || method === 'HEAD';
