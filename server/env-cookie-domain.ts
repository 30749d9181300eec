import { getDomain } from 'tldts'

/**
 * Sentences in pt-BR. A browser drops a cookie of another domain; one of a public suffix would go to everybody's sites.
 * Production says what the session is shared with, where the panel has a subdomain (docs/product/README.md, fixed).
 */
export function* cookieDomainRefusals(
  publicUrl: string,
  domain: string | undefined,
  kind: string,
): Generator<string> {
  const { hostname } = new URL(publicUrl)
  if (domain === undefined) {
    const own = getDomain(hostname, { allowPrivateDomains: true })
    if (kind === 'production' && own !== null && own !== hostname)
      yield `COOKIE_DOMAIN: obrigatória em produção, pois ${hostname} é um subdomínio; use ${own} para dividir a sessão com os outros, ou ${hostname} para não dividir`
  } else if (hostname !== domain && !hostname.endsWith(`.${domain}`))
    yield `COOKIE_DOMAIN: PUBLIC_URL (${hostname}) precisa terminar em ${domain}`
  else if (hostname !== domain && getDomain(domain, { allowPrivateDomains: true }) === null)
    yield `COOKIE_DOMAIN: ${domain} é um sufixo público, de muitos donos; use o seu próprio domínio`
}
