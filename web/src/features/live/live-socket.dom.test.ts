import { LIVE_CLOSE } from '@inkwell/shared/notifications';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openLiveSocket } from './live-socket.ts';

class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  static get latest(): FakeSocket {
    const socket = FakeSocket.all.at(-1);
    if (!socket) throw new Error('no socket was opened');
    return socket;
  }

  readyState = 0;
  sent: string[] = [];

  constructor(readonly url: string) {
    super();
    FakeSocket.all.push(this);
  }

  send(text: string) {
    this.sent.push(text);
  }

  async open() {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
    await vi.advanceTimersByTimeAsync(0);
  }

  receive(data: string) {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }

  close(code = 1000) {
    this.readyState = 3;
    this.dispatchEvent(new CloseEvent('close', { code }));
  }
}

describe('openLiveSocket', () => {
  const getToken = vi.fn(async (fresh: boolean) => (fresh ? 'fresh token' : 'token'));
  const onNotification = vi.fn();
  const onOpen = vi.fn();
  const onBlocked = vi.fn();
  let stop: () => void;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.clearAllMocks();
    FakeSocket.all = [];
    vi.stubGlobal('WebSocket', FakeSocket);
    stop = openLiveSocket({ url: 'ws://site/ws', getToken, onNotification, onOpen, onBlocked });
  });

  afterEach(() => {
    stop();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it('connects on load and sends the token as its first message', async () => {
    await FakeSocket.latest.open();

    expect(FakeSocket.latest.url).toBe('ws://site/ws');
    expect(FakeSocket.latest.sent).toEqual(['{"type":"auth","token":"token"}']);
    expect(onOpen).toHaveBeenCalledOnce();
  });

  it('passes notifications on', async () => {
    await FakeSocket.latest.open();

    FakeSocket.latest.receive('{"type":"notification","data":{"title":"T","message":"M","type":"warning"}}');

    expect(onNotification).toHaveBeenCalledExactlyOnceWith({ title: 'T', message: 'M', type: 'warning' });
  });

  it('treats a notification without type, as older servers send it, as neutral', async () => {
    await FakeSocket.latest.open();

    FakeSocket.latest.receive('{"type":"notification","data":{"title":"T","message":"M"}}');

    expect(onNotification).toHaveBeenCalledExactlyOnceWith({ title: 'T', message: 'M', type: 'info' });
  });

  it('logs messages that it cannot read', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await FakeSocket.latest.open();

    for (const data of ['nonsense', '{"type":"other"}', '{"type":"notification","data":{}}']) {
      FakeSocket.latest.receive(data);
    }

    expect(warn).toHaveBeenCalledTimes(3);
    expect(onNotification).not.toHaveBeenCalled();
  });

  it('waits 1, 2, 4, 8 and 16 seconds between attempts, then stops', () => {
    for (const seconds of [1, 2, 4, 8, 16]) {
      const before = FakeSocket.all.length;
      FakeSocket.latest.close(1006);
      vi.advanceTimersByTime(seconds * 1_000 - 1);
      expect(FakeSocket.all).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(FakeSocket.all).toHaveLength(before + 1);
    }

    FakeSocket.latest.close(1006);
    vi.advanceTimersByTime(600_000);

    expect(FakeSocket.all).toHaveLength(6);
  });

  it('starts again at 1 second after a successful connection', async () => {
    for (const seconds of [1, 2, 4]) {
      FakeSocket.latest.close(1006);
      vi.advanceTimersByTime(seconds * 1_000);
    }
    await FakeSocket.latest.open();
    const before = FakeSocket.all.length;

    FakeSocket.latest.close(1006);
    vi.advanceTimersByTime(1_000);

    expect(FakeSocket.all).toHaveLength(before + 1);
  });

  it.each([
    ['the browser comes back online', () => window.dispatchEvent(new Event('online'))],
    ['the page is shown', () => document.dispatchEvent(new Event('visibilitychange'))],
  ])('begins a new sequence within five seconds when %s', (_, happen) => {
    for (const seconds of [1, 2, 4, 8, 16]) {
      FakeSocket.latest.close(1006);
      happen();
      vi.advanceTimersByTime(seconds * 1_000);
    }
    expect(FakeSocket.all).toHaveLength(6);
    FakeSocket.latest.close(1006);

    happen();
    happen();
    expect(FakeSocket.all).toHaveLength(6);
    vi.advanceTimersByTime(5_000);
    expect(FakeSocket.all).toHaveLength(7);
    FakeSocket.latest.close(1006);
    vi.advanceTimersByTime(1_000);
    expect(FakeSocket.all).toHaveLength(8);
  });

  it('requests a new token after a refusal, and stops when that one is refused too', async () => {
    await FakeSocket.latest.open();
    FakeSocket.latest.close(LIVE_CLOSE.badToken);
    vi.advanceTimersByTime(1_000);
    await FakeSocket.latest.open();
    expect(FakeSocket.latest.sent).toEqual(['{"type":"auth","token":"fresh token"}']);

    FakeSocket.latest.close(LIVE_CLOSE.badToken);
    vi.advanceTimersByTime(600_000);

    expect(FakeSocket.all).toHaveLength(2);
  });

  it('renews its token whenever it expires', async () => {
    for (let hour = 1; hour <= 3; hour += 1) {
      await FakeSocket.latest.open();
      vi.advanceTimersByTime(3_600_000);
      FakeSocket.latest.close(LIVE_CLOSE.badToken);
      vi.advanceTimersByTime(1_000);
    }

    expect(FakeSocket.all).toHaveLength(4);
    expect(getToken).toHaveBeenLastCalledWith(true);
  });

  it('reports a block and does not reconnect', async () => {
    await FakeSocket.latest.open();

    FakeSocket.latest.close(LIVE_CLOSE.blocked);
    vi.advanceTimersByTime(600_000);

    expect(onBlocked).toHaveBeenCalledOnce();
    expect(FakeSocket.all).toHaveLength(1);
  });

  it('does not reconnect while the account has too many sockets, until the browser is online again', async () => {
    await FakeSocket.latest.open();

    FakeSocket.latest.close(LIVE_CLOSE.tooMany);
    vi.advanceTimersByTime(600_000);
    expect(FakeSocket.all).toHaveLength(1);
    window.dispatchEvent(new Event('online'));
    vi.advanceTimersByTime(5_000);

    expect(FakeSocket.all).toHaveLength(2);
  });

  it('stays closed once stopped', async () => {
    await FakeSocket.latest.open();

    stop();
    vi.advanceTimersByTime(600_000);

    expect(FakeSocket.latest.readyState).toBe(3);
    expect(FakeSocket.all).toHaveLength(1);
  });
});
