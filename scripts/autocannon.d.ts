declare module 'autocannon' {
  interface Options {
    url: string
    connections: number
    /** Seconds. */
    duration: number
    /** Calls a second, all connections together. */
    overallRate?: number
    requests?: { path: string }[]
    headers?: Record<string, string>
  }
  interface Result {
    requests: { average: number }
    /** Milliseconds. */
    latency: { p99: number }
    non2xx: number
    errors: number
  }
  // biome-ignore lint/style/noDefaultExport: the package exports it so
  export default function autocannon(options: Options): Promise<Result>
}
