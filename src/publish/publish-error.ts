/** Why nothing was published, in one sentence for the operator. The live release is untouched. */
export class PublishError extends Error {
  override name = 'PublishError'
}
