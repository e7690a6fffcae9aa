import { PublishError } from './publish-error.ts'

const META = /<meta http-equiv="content-security-policy" content="([^"]*)"/i

const decode = (attribute: string): string =>
  attribute
    .replaceAll('&#39;', "'")
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

/**
 * The policy a page carries in its meta element.
 * @throws PublishFailed when it has none.
 */
export function parsePagePolicy(html: string, path: string): string {
  const found = META.exec(html)?.[1]
  if (found === undefined)
    throw new PublishError(
      `The page ${path} carries no Content-Security-Policy: give it one of the layouts.`,
    )
  return decode(found).trim()
}
