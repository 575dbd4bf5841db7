import { expect, test } from 'vitest';
import { readPing } from './ping-output.ts';

const statistics = '\n--- 192.0.2.1 ping statistics ---\n1 packets transmitted';

test.each([
  [
    'PING 127.0.0.1 (127.0.0.1) 56(84) bytes of data.\n64 bytes from 127.0.0.1: icmp_seq=1 ttl=64 time=0.253 ms\n',
    { ttl: 64, rtt: 0.253 },
  ],
  [
    'PING ::1(::1) 56 data bytes\n64 bytes from ::1: icmp_seq=1 ttl=255 time=1234 ms\n',
    { ttl: 255, rtt: 1234 },
  ],
])('reads round trip and ttl of an answer (%#)', (stdout, echo) => {
  expect(readPing({ exitCode: 0, stdout: stdout + statistics, stderr: '' })).toEqual(echo);
});

test.each([
  [1, `PING 192.0.2.1${statistics}, 0 received, 100% packet loss, time 0ms\n`, '', 6, 'no answer'],
  [
    1,
    `PING 192.0.2.1 (192.0.2.1) 56(84) bytes of data.\nFrom 192.0.2.9 icmp_seq=1 Destination Host Unreachable\n${statistics}`,
    '',
    7,
    'Destination Host Unreachable (said 192.0.2.9)',
  ],
  [
    1,
    `From 2001:db8::9 icmp_seq=1 Destination unreachable: No route\n${statistics}`,
    '',
    7,
    'Destination unreachable: No route (said 2001:db8::9)',
  ],
  [1, 'From 192.0.2.9 icmp_seq=1 Time to live exceeded\n', '', 7, 'Time to live exceeded'],
  [2, '', 'ping: connect: Network is unreachable\n', 7, 'Network is unreachable'],
  [2, '', 'ping: connect: Cannot assign requested address\n', 7, 'Cannot assign'],
  [2, '', 'ping: socket: Address family not supported by protocol\n', 7, 'Address family'],
  [1, statistics, 'ping: sendmsg: Operation not permitted\n', 7, 'Operation not permitted'],
  [1, statistics, 'ping: sendmsg: No route to host\n', 7, 'No route to host'],
  [
    2,
    '',
    'ping: socktype: SOCK_RAW\nping: socket: Operation not permitted\nping: => missing cap_net_raw+p capability or setuid?\n',
    99,
    'net.ipv4.ping_group_range',
  ],
  [2, '', 'ping: socket: Permission denied\n', 99, 'cap_net_raw'],
  [2, '', 'ping: invalid argument: ‘x’\n', 99, 'ping ended with code 2 and said: ping: invalid'],
  [0, 'an answer of another ping', '', 99, 'said: an answer of another ping'],
])('sorts exit %d with %j and %j as code %d', (exitCode, stdout, stderr, status, reason) => {
  expect(() => readPing({ exitCode, stdout, stderr })).toThrow(
    expect.objectContaining({ status, message: expect.stringContaining(reason) }),
  );
});
