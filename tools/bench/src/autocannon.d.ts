/** The part of autocannon that we use. The package has no types. */
declare module 'autocannon' {
  export interface Result {
    requests: { average: number; total: number };
    latency: { p50: number; p99: number };
    '4xx': number;
    '5xx': number;
    errors: number;
  }
  export interface Request {
    headers: Record<string, string>;
  }
  export interface Options {
    url: string;
    connections: number;
    duration: number;
    requests?: { setupRequest(request: Request): Request }[];
  }
  export default function autocannon(options: Options): Promise<Result>;
}
