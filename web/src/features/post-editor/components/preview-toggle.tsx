import { lineEye } from '@inkwell/shared/line-icons';
import type { PostEditor } from '../use-post-editor.ts';
import { BarButton } from './bar-button.tsx';

/** Switches between text and preview. */
export function PreviewToggle({ editor: { state, session } }: { readonly editor: PostEditor }) {
  const { isPreviewing } = state;
  return (
    <BarButton
      label="Preview"
      icon={lineEye}
      isOn={isPreviewing}
      onPress={() => session.dispatch({ type: 'previewed', isOn: !isPreviewing })}
    />
  );
}
