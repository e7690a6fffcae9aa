import { MAX_CSV_BYTES, MAX_PICTURE_BYTES } from '#src/contract/values.ts'

const MEGABYTE = 1024 * 1024
/** A little more than the largest file, so that the process refuses a larger one with a sentence. */
const MAX_BODY = `${Math.max(MAX_CSV_BYTES, MAX_PICTURE_BYTES) / MEGABYTE + 1}m`

/**
 * The server block of nginx in front of the shop: it serves the live release, and passes the API,
 * the studio and lists without JavaScript on. scripts/docs.ts copies it to where operators take it from.
 * @param lines what differs: where it listens, and the configuration of the release.
 */
export const toNginxServer = (lines: string[], upstream: string): string =>
  [
    'server {',
    ...lines.map((line) => `  ${line}`),
    '',
    '  proxy_set_header Host $http_host;',
    '  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
    '  proxy_set_header X-Request-Id $request_id;',
    '  # Pictures and CSV files of editors; the process has smaller limits for all other bodies.',
    `  client_max_body_size ${MAX_BODY};`,
    '  # A machine that is down does not refuse a connection: the call goes to the other one after this time.',
    '  proxy_connect_timeout 4s;',
    `  location ^~ /api/ { proxy_pass http://${upstream}; }`,
    '  # The studio is for editors, so that the process decides who sees it.',
    `  location = /studio { proxy_pass http://${upstream}; }`,
    `  location ^~ /studio/ { proxy_pass http://${upstream}; }`,
    '  # Previews of launches, which the process renders.',
    `  location ^~ /preview/ { proxy_pass http://${upstream}; }`,
    '  # Lists without JavaScript: the process renders them.',
    '  if ($arg_scripts = off) { rewrite ^(?=/shop(?:/|$)) /rendered$uri last; }',
    `  location ^~ /rendered/ { internal; proxy_pass http://${upstream}/; }`,
    '}',
  ].join('\n')

/** The configuration of an nginx that runs in the foreground, with its own files in a folder. */
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
