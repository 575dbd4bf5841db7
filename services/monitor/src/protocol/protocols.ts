import { http } from './http.ts';
import { mongo } from './mongo.ts';
import { mysql } from './mysql.ts';
import { ping } from './ping.ts';
import { postgres } from './postgres.ts';
import type { RequestKind } from './protocol.ts';
import { redis } from './redis.ts';
import { socket } from './socket.ts';

/** Every way to ask a target, by the kind of request. */
export const protocols = {
  http,
  ping,
  socket,
  mariadb: mysql,
  mysql,
  mongo,
  postgres,
  redis,
} satisfies Record<RequestKind, unknown>;
