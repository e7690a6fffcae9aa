import type { ProcessName } from '#src/contract/endpoint.ts'
import { MAX_CSV_BYTES, MAX_PICTURE_BYTES } from '#src/contract/values.ts'
import { deskPaths, uploadPaths } from '#src/server/core/http/mount.ts'

const MEGABYTE = 1024 * 1024
/** Slightly above the largest file, so that the process itself can refuse a larger one with a message. */
const MAX_UPLOAD = `${Math.max(MAX_CSV_BYTES, MAX_PICTURE_BYTES) / MEGABYTE + 1}m`

/**
 * Returns the server block of nginx in front of the shop. nginx serves the live release. It sends
 * calls of shoppers and lists without JavaScript to `shop`, and calls of staff to `desk`.
 * scripts/docs.ts copies it to deploy/nginx.conf.
 * @param lines the variable parts: where it listens, and the configuration of the release.
 */
export const toNginxServer = (
  lines: string[],
  { shop, desk }: Record<ProcessName, string>,
): string =>
  [
    'server {',
    ...lines.map((line) => `  ${line}`),
    '',
    '  proxy_set_header Host $http_host;',
    '  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
    '  proxy_set_header X-Request-Id $request_id;',
    '  # nginx stores a body before it passes it on. The process has smaller limits, and a sentence for each.',
    '  client_max_body_size 1m;',
    '  error_page 413 @too-large;',
    '  location @too-large {',
    '    default_type application/json;',
    `    return 413 '{"success":false,"message":"The body is too large."}';`,
    '  }',
    '  # Pictures and CSV files of editors.',
    ...[...uploadPaths].map((path) => {
      const process = deskPaths.some((start) => path.startsWith(`${start}/`)) ? desk : shop
      return `  location = ${path} { client_max_body_size ${MAX_UPLOAD}; proxy_pass http://${process}; }`
    }),
    '  # A machine that is down does not refuse a connection: the call goes to the other one after this time.',
    '  proxy_connect_timeout 4s;',
    `  location ^~ /api/ { proxy_pass http://${shop}; }`,
    '  # Calls of staff, the studio and previews of launches. The desk decides who sees the studio.',
    ...deskPaths.flatMap((path) => [
      `  location = ${path} { proxy_pass http://${desk}; }`,
      `  location ^~ ${path}/ { proxy_pass http://${desk}; }`,
    ]),
    '  # Lists without JavaScript: the process renders them.',
    '  if ($arg_scripts = off) { rewrite ^(?=/shop(?:/|$)) /rendered$uri last; }',
    `  location ^~ /rendered/ { internal; proxy_pass http://${shop}/; }`,
    '}',
  ].join('\n')

/** Returns the configuration of an nginx in the foreground, with its own files in a folder. */
export const toNginxConfig = (folder: string, main: string, http: string): string => {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  return `daemon off; pid ${folder}/nginx.pid; ${main}
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 4096; }
http { access_log off; ${temporary}
${http} }
`
}
