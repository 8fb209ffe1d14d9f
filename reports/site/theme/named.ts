import { onMounted, onUnmounted, type Ref, ref, watch } from 'vue';

/**
 * Whether the address points to this part of the page: VitePress navigates within a page without setting `:target`.
 * @param details opened as soon as it does, since a reader who follows a link wants to see all of it
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
