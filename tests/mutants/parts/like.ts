/**
 * Matches what an SQL LIKE pattern matches: % stands for any text, _ for any character; letter case makes no
 * difference.
 */
export function like(pattern: string): RegExp {
  const escaped = pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('%', '.*').replaceAll('_', '.')}$`, 'i');
}
