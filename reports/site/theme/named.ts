import { onMounted, onUnmounted, type Ref, ref, watch } from 'vue';

/**
 * Whether the address names this part of the page: VitePress moves within a page without the browser's `:target`.
 * @param details opened as soon as that is so, since whoever comes by a link wants to read all of it
 */
export function useNamed(id: string, details: Readonly<Ref<HTMLDetailsElement | undefined>>): Ref<boolean> {
  const named = ref(false);
  const look = (): void => {
    named.value = location.hash === `#${id}`;
  };
  onMounted(() => {
    look();
    window.addEventListener('hashchange', look);
  });
  onUnmounted(() => window.removeEventListener('hashchange', look));
  watch(named, (isNamed) => {
    if (isNamed && details.value) details.value.open = true;
  });
  return named;
}
