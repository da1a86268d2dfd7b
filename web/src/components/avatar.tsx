import { initialsOf, personName } from '@inkwell/shared/format';
import styles from './avatar.module.css';
import { Image } from './image.tsx';

interface AvatarProps {
  readonly person: {
    readonly firstName: string | null;
    readonly displayName: string | null;
    readonly profileImageUrl: string | null;
  };
  /** In pixels. */
  readonly size?: number;
}

/** A person's picture or initials. It is decoration, because the name is always next to it. */
export function Avatar({ person, size = 32 }: AvatarProps) {
  const initials = <span aria-hidden="true">{initialsOf(personName(person))}</span>;
  return (
    <span className={styles.avatar} style={{ width: size, height: size, fontSize: size * 0.4 }}>
      {person.profileImageUrl ? (
        <Image src={person.profileImageUrl} alt="" sizes={`${size}px`} className="filled" fallback={initials} />
      ) : (
        initials
      )}
    </span>
  );
}
