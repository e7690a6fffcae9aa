/** The reason why nothing was published, as one sentence. The live release is unchanged. */
export class PublishError extends Error {
  override name = 'PublishError'
}
