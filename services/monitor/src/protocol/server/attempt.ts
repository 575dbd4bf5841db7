import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls, TLSSocket } from 'node:tls';
import type { Egress } from '../../egress/egress.ts';
import { checkedLookup } from '../checked-lookup.ts';
import { codeOf } from '../error-code.ts';
import { Fault } from '../fault.ts';
import { measureTls } from '../http/handshake.ts';
import { readable } from '../http/readable.ts';
import { watchPhases } from '../phase-watch.ts';
import type { RunContext } from '../protocol.ts';
import type { Measurement, Phase, TlsMeasurement } from '../result.ts';
import { connectionOptions, type ServerTls } from './server-tls.ts';

/** How often, in milliseconds, the bytes a server has sent are counted. */
const countInterval = 100;

/** One attempt to talk to a server: times its phases, owns its sockets, remembers what first went wrong with them. */
export class Attempt implements AsyncDisposable {
  readonly #egress: Egress;
  readonly #maxBytes: number;
  readonly #signal: AbortSignal;
  readonly #watch = watchPhases('resolve');
  readonly #owned = new AsyncDisposableStack();
  #ipFamily: 4 | 6 | undefined;
  #tls: TlsMeasurement | undefined;
  #trouble: Error | undefined;

  /** `signal` ends it: nothing is opened any more. */
  constructor({ egress, maxBody }: Pick<RunContext, 'egress' | 'maxBody'>, signal: AbortSignal) {
    this.#egress = egress;
    this.#maxBytes = maxBody;
    this.#signal = signal;
  }

  /** The phase it is in. */
  get phase(): Phase {
    return this.#watch.phase;
  }

  /** Aborted when the run is over before the server has answered. */
  get signal(): AbortSignal {
    return this.#signal;
  }

  /** Ends the phase before. */
  enter(phase: Phase): void {
    this.#watch.enter(phase);
  }

  /** The allowed addresses of the host. */
  async resolve(host: string): Promise<readonly LookupAddress[]> {
    const addresses = await this.#egress.resolve(host);
    this.#signal.throwIfAborted();
    this.enter('connect');
    return addresses;
  }

  /** A TCP connection to the first of the host's allowed addresses that takes it; destroyed with the attempt. */
  async open(host: string, port: number): Promise<Socket> {
    const addresses = await this.resolve(host);
    const lookup = checkedLookup(addresses);
    const socket = this.#own(connect({ host, port, lookup, autoSelectFamily: true }));
    socket.setNoDelay(true);
    this.#bound(socket);
    await once(socket, 'connect');
    this.#ipFamily = socket.remoteFamily === 'IPv6' ? 6 : 4;
    this.enter('processing');
    return socket;
  }

  /** Secures a connection that is open. */
  async secure(socket: Socket, tls: ServerTls): Promise<TLSSocket> {
    this.enter('tls');
    const secured = this.#own(connectTls({ ...connectionOptions(tls), socket }));
    await once(secured, 'secureConnect');
    this.noteTls(secured);
    this.enter('processing');
    return secured;
  }

  /** Measures TLS where the driver has made this, its connection, a secured one. */
  noteTls(connection: unknown): void {
    if (connection instanceof TLSSocket) this.#tls = measureTls(connection);
  }

  /** Has `close` called when the attempt is over, however it ends. */
  defer(close: () => void | Promise<void>): void {
    this.#owned.defer(close);
  }

  /**
   * The first cause behind an error: what a protocol has found out itself, such as a refusal, else what happened
   * to the connection, else the error as Node gave it; a driver's own error is of an answer it couldn't read.
   */
  explain(error: unknown): unknown {
    if (error instanceof Fault) return error;
    if (this.#trouble !== undefined) return this.#trouble;
    if (!(error instanceof Error)) return error;
    if (codeOf(error) !== 99 || 'code' in error) return readable(error);
    return new Fault(9, error.message, { cause: error });
  }

  /** What it has measured up to now, `time` in milliseconds since its start. */
  read(startedAt: number): { readonly time: number; readonly measured: Measurement } {
    const { time, phases } = this.#watch.read();
    const family = this.#ipFamily === undefined ? {} : { ipFamily: this.#ipFamily };
    const tls = this.#tls === undefined ? {} : { tls: this.#tls };
    return { time, measured: { startedAt, phases, ...family, ...tls } };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#owned.disposeAsync();
  }

  /** Drivers read whatever comes, and a stranger on the port may send without end. */
  #bound(socket: Socket): void {
    const counting = setInterval(() => {
      if (socket.bytesRead <= this.#maxBytes) return;
      socket.destroy(new Fault(18, `the server sent more than ${this.#maxBytes} bytes`));
    }, countInterval);
    this.#owned.defer(() => clearInterval(counting));
  }

  #own<S extends Socket>(socket: S): S {
    const closed = () => {
      this.#trouble ??= new Fault(22, 'the server closed the connection before it had answered');
    };
    socket.on('error', error => {
      this.#trouble ??= readable(error);
    });
    socket.once('end', closed);
    socket.once('close', closed);
    this.#owned.defer(() => {
      socket.destroy();
    });
    return socket;
  }
}
