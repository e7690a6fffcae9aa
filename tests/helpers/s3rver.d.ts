declare module '@20minutes/s3rver' {
  interface Options {
    address: string
    port: number
    directory: string
    silent: boolean
    configureBuckets: { name: string }[]
  }
  // biome-ignore lint/style/noDefaultExport: the package exports it so
  export default class S3rver {
    constructor(options: Options)
    /** @returns the address it listens at. */
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
